import type { SettingState } from '@dxx/contract/calls/staff/site'
import {
  optionProblem,
  optionText,
  type SiteOption,
  type SiteOptionKey,
  type SiteOptionValue,
  siteOptions,
} from '@dxx/contract/site-options'
import { useState } from 'react'
import { toast } from '../../../state/flash'
import { Switch } from '../../../ui/switch'
import { useStaffAction } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { Confirm } from '../../kit/confirm'
import { TextField } from '../../kit/fields'
import { offerUndo } from '../../kit/undo'
import { parseValue, shownValue } from './values'

const changes = ['GET /staff/v1/site_settings' as const]

/** A setting with its effect and the field that changes it. */
export function SettingRow({ setting }: { setting: SettingState }) {
  const key = setting.key as SiteOptionKey
  const option: SiteOption = siteOptions[key]
  const act = useChange(setting)
  return (
    <li className="grid items-start gap-x-6 gap-y-2 py-4 last:pb-0 desk:grid-cols-[1fr_20rem]">
      <div className="min-w-0">
        <h3 className="font-semibold">{option.name}</h3>
        <p className="text-ink-2">{option.effect}</p>
        <p className="text-12 text-ink-3">
          {option.kind === 'number' && `${optionText(key, option.min)}到 ${optionText(key, option.max)}；`}
          {setting.isSet ? '已在管理台设置' : '没有改过'}，默认 {optionText(key, setting.fallback)}
          {option.variable && option.kind !== 'switch' && `（${option.variable}）`}
        </p>
        {setting.overridden && (
          <p className="text-12 text-amber">
            环境变量 {option.variable} 会在每次启动时重新设置它，改动只保持到下次启动。
          </p>
        )}
      </div>
      {option.kind === 'switch' ? (
        <div className="flex items-center gap-3 desk:justify-end">
          <span className="text-ink-3">{setting.value ? '开' : '关'}</span>
          <Switch
            label={option.name}
            checked={setting.value === true}
            disabled={!setting.changeable || act.running}
            onChange={(value) => void act.change(value)}
          />
        </div>
      ) : (
        <ValueForm key={String(setting.value)} option={option} setting={setting} act={act} />
      )}
    </li>
  )
}

interface Change {
  running: boolean
  problem: string
  change(value: SiteOptionValue): Promise<void>
}

/**
 * Changes a setting. The user confirms the change of a rule first; every other change can be undone for eight seconds.
 */
function useChange({ key: name, value: seen }: SettingState): Change {
  const key = name as SiteOptionKey
  const option: SiteOption = siteOptions[key]
  const [problem, setProblem] = useState('')
  const options = { changes, onError: ({ msg }: { msg: string }) => setProblem(msg) }
  const setting = useStaffAction('POST /staff/v1/setting_change', options)
  const rule = useStaffAction('POST /staff/v1/rule_change', options)
  const isRule = option.permission === 'site.rules'
  const send = (value: SiteOptionValue, from: SiteOptionValue) =>
    isRule ? rule.run({ key: key as never, value, seen: from }) : setting.run({ key: key as never, value, seen: from })
  return {
    running: setting.running || rule.running,
    problem,
    async change(value) {
      setProblem('')
      const done = await send(value, seen)
      if (!done) return
      const text = `${option.name}：${optionText(key, done.value)}`
      if (isRule) toast(`已改为 ${text}`)
      else offerUndo(text, () => void send(seen, done.value))
    },
  }
}

interface ValueFormProps {
  option: SiteOption
  setting: SettingState
  act: Change
}

/** Field and save button. Checks the value while typing; the confirmation of a rule shows old and new value. */
function ValueForm({ option, setting, act }: ValueFormProps) {
  const key = setting.key as SiteOptionKey
  const [text, setText] = useState(() => shownValue(option, setting.value))
  const [asking, setAsking] = useState(false)
  const value = parseValue(option, text)
  const problem = value === null ? '请填写数字' : optionProblem(key, value)
  const isSame = value === setting.value
  const submit = () => {
    if (problem || isSame || value === null) return
    if (option.permission === 'site.rules') setAsking(true)
    else void act.change(value)
  }
  const unit = option.kind === 'number' ? option.unit : ''
  return (
    <form
      noValidate
      className="flex items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div className="min-w-0 flex-1">
        <TextField
          label={unit ? `${option.name}（${unit}）` : option.name}
          value={text}
          disabled={!setting.changeable}
          inputMode={option.kind === 'number' ? 'decimal' : undefined}
          onChange={setText}
          error={(problem ?? act.problem) || undefined}
        />
      </div>
      {setting.changeable && (
        <ConsoleButton
          type="submit"
          className="mt-5.5"
          kind={isSame ? 'soft' : 'primary'}
          disabled={isSame || problem !== null}
          loading={act.running}
        >
          保存
        </ConsoleButton>
      )}
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={`修改${option.name}？`}
        effect={
          <>
            <p>
              从 {optionText(key, setting.value)} 改为 <b>{value !== null && optionText(key, value)}</b>。
            </p>
            <p className="mt-1">{option.effect}</p>
          </>
        }
        confirm={`改为 ${value === null ? '' : optionText(key, value)}`}
        kind="amber"
        running={act.running}
        onConfirm={() => {
          setAsking(false)
          if (value !== null) void act.change(value)
        }}
      />
    </form>
  )
}
