import type { AnswerKey } from '@dxx/contract/questions'
import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'
import { useRef } from 'react'
import { createPortal } from 'react-dom'
import { cx } from '../../../ui/cx'
import { useMounts } from '../../../ui/use-mounts'
import { enterNextField } from '../keys'
import { RichText } from '../rich-text'

type BlankKey = Extract<AnswerKey, { type: 'blank' }>

export interface BlanksProps {
  id: string
  stem: string
  count: number
  values: readonly string[]
  verdicts?: BlankKey['blanks']
  readOnly: boolean
  onChange(values: string[]): void
}

const most = 500

/** Stem with an input for each blank; blanks missing in the stem are listed below it. */
export function Blanks({ id, stem, count, values, verdicts, readOnly, onChange }: BlanksProps) {
  const root = useRef<HTMLDivElement>(null)
  const places = useMounts(root, `${count} ${stem}`, (text) => {
    const found = Array.from({ length: count }, (_, index) => text.querySelector(`[data-blank="${index}"]`))
    // The input replaces the printed blank.
    for (const place of found) place?.replaceChildren()
    return found
  })

  function write(index: number, value: string): void {
    onChange(Array.from({ length: count }, (_, at) => (at === index ? value : (values[at] ?? ''))))
  }

  const field = (index: number) => (
    <Blank
      key={index}
      label={`第 ${index + 1} 空`}
      value={values[index] ?? ''}
      verdict={verdicts?.[index]?.verdict}
      readOnly={readOnly}
      onChange={(value) => write(index, value)}
    />
  )
  const numbers = Array.from({ length: count }, (_, index) => index)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of the fields inside
    <div ref={root} onKeyDown={(event) => enterNextField(event, root.current)}>
      <RichText html={stem} id={id} />
      {numbers.map((index) => places[index] && createPortal(field(index), places[index]))}
      {places.length > 0 && numbers.some((index) => !places[index]) && (
        <div className="mt-3 space-y-2">
          {numbers
            .filter((index) => !places[index])
            .map((index) => (
              <div key={index}>
                <span className="text-13 text-ink-2">第 {index + 1} 空</span> {field(index)}
              </div>
            ))}
        </div>
      )}
    </div>
  )
}

interface BlankProps {
  label: string
  value: string
  verdict: 'right' | 'partial' | 'wrong' | undefined
  readOnly: boolean
  onChange(value: string): void
}

const verdictLook = {
  right: 'border-success bg-success-soft',
  partial: 'border-amber bg-amber-soft',
  wrong: 'border-danger bg-danger-soft',
}
const verdictText = { right: '正确', partial: '部分正确', wrong: '错误' }

/** Input as wide as its text, so that the sentence stays readable. */
function Blank({ label, value, verdict, readOnly, onChange }: BlankProps) {
  const width = [...value].reduce((sum, sign) => sum + (sign.charCodeAt(0) > 255 ? 2 : 1), 0)
  return (
    <>
      <input
        aria-label={verdict ? `${label}，${verdictText[verdict]}` : label}
        value={value}
        readOnly={readOnly}
        maxLength={most}
        size={1}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="next"
        onChange={(event) => onChange(event.target.value)}
        style={{ width: `${Math.max(8, width + 3)}ch` }}
        className={cx(
          'my-0.5 min-h-11 max-w-full rounded-item border-b-2 px-2 text-center text-[1rem] text-ink focus-visible:outline-2 focus-visible:outline-focus',
          verdict ? verdictLook[verdict] : 'border-control bg-fill focus:border-primary',
        )}
      />
      {verdict === 'right' && <Check aria-hidden="true" size={16} className="ml-1 inline text-success" />}
      {verdict === 'wrong' && <X aria-hidden="true" size={16} className="ml-1 inline text-danger" />}
    </>
  )
}
