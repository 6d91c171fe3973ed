import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useState } from 'react'
import { Field, type FieldProps } from '../../ui/field'
import { IconButton } from '../../ui/icon-button'

/** Password input with a visibility toggle. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'right' | 'maxLength'>) {
  const [seen, setSeen] = useState(false)
  return (
    <Field
      hideLabel
      placeholder={props.label}
      {...props}
      maxLength={128}
      type={seen ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      right={
        <IconButton
          label={seen ? '隐藏密码' : '显示密码'}
          aria-pressed={seen}
          className="-mr-3 text-ink-3"
          onClick={() => setSeen(!seen)}
        >
          {seen ? <EyeOff aria-hidden="true" size={20} /> : <Eye aria-hidden="true" size={20} />}
        </IconButton>
      }
    />
  )
}
