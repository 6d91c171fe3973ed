import type { DraftBody, DraftCheck } from '@dxx/contract/calls/staff/exam-drafts'
import type { KeyboardEvent } from 'react'
import { cx } from '../../../../ui/cx'
import { Switch } from '../../../../ui/switch'
import { SelectField, TextArea, TextField } from '../../../kit/fields'
import { KeyLabel } from '../../../kit/key'
import { TimeField } from '../../../kit/time-field'
import { Checks } from './checks'
import { ClassField } from './class-field'
import { NumberField } from './number-field'
import { PaperRulesFields } from './paper-rules'
import { useOpenDraft } from './use-draft'

interface SettingsPanelProps {
  check: DraftCheck | undefined
  /** Without title and frame, for a drawer that has its own. */
  plain?: boolean
}

/** Esc removes the focus from a field, so that keyboard shortcuts work again. */
function leaveField(event: KeyboardEvent): void {
  const { target } = event
  if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) target.blur()
}

/** Settings of the exam, and the checks before publishing. */
export function SettingsPanel({ check, plain }: SettingsPanelProps) {
  return (
    <section
      aria-label="考试设置"
      data-exam-settings
      onKeyDown={leaveField}
      className={cx('flex min-h-0 flex-col', !plain && 'overflow-hidden rounded-card bg-card')}
    >
      <div className={cx('min-h-0 flex-1 space-y-3.5', !plain && 'overflow-y-auto overscroll-contain px-4 py-3.5')}>
        {!plain && (
          <h2 className="flex items-center justify-between text-15 font-semibold">
            考试设置 <KeyLabel>S</KeyLabel>
          </h2>
        )}
        <Fields />
      </div>
      {/* The checks stay visible while the settings scroll. */}
      <div className={cx('border-t border-line', plain ? 'pt-3' : 'max-h-[34%] shrink-0 overflow-y-auto px-4 py-2.5')}>
        <Checks check={check} />
      </div>
    </section>
  )
}

const analysisOptions = [
  { value: 'ended', label: '考试结束后' },
  { value: 'submitted', label: '交卷后' },
  { value: 'never', label: '不公开' },
]

function Fields() {
  const { view, edit } = useOpenDraft()
  const { body } = view
  const set = (change: Partial<DraftBody>) => edit((now) => ({ ...now, ...change }))
  const { startsAt, endsAt, durationMinutes } = body
  const isBackwards = startsAt !== null && endsAt !== null && endsAt <= startsAt
  const isShort =
    !isBackwards &&
    startsAt !== null &&
    endsAt !== null &&
    durationMinutes !== null &&
    durationMinutes * 60 > endsAt - startsAt
  return (
    <>
      <TextField label="考试名称" maxLength={100} value={body.title} onChange={(title) => set({ title })} />
      <TimeField label="开放时间，从" value={startsAt} onChange={(next) => set({ startsAt: next })} />
      <TimeField
        label="到"
        value={endsAt}
        onChange={(next) => set({ endsAt: next })}
        error={isBackwards ? '结束时间要晚于开始时间' : undefined}
      />
      <div className="grid grid-cols-3 gap-2">
        <NumberField
          label="时长（分）"
          value={durationMinutes}
          min={1}
          max={1440}
          onChange={(next) => set({ durationMinutes: next })}
        />
        <NumberField
          label="次数"
          value={body.attempts}
          min={1}
          max={20}
          onChange={(next) => next !== null && set({ attempts: next })}
        />
        <NumberField
          label="及格线（分）"
          value={body.pass}
          min={0}
          max={500_000}
          step={0.01}
          placeholder="60%"
          onChange={(pass) => set({ pass })}
        />
      </div>
      {isShort && <p className="text-12 text-amber">开放时间比作答时长短，晚进的学生到结束时间就要交卷</p>}
      <ClassField />
      <div className="space-y-2.5">
        <Toggle
          label="题目乱序"
          checked={body.shuffle.questions}
          onChange={(questions) => set({ shuffle: { ...body.shuffle, questions } })}
        />
        <Toggle
          label="选项乱序"
          checked={body.shuffle.options}
          onChange={(options) => set({ shuffle: { ...body.shuffle, options } })}
        />
        <Toggle label="公布排名" checked={body.rank} onChange={(rank) => set({ rank })} />
      </div>
      <PaperRulesFields />
      <SelectField
        label="看解析"
        value={body.analysis}
        options={analysisOptions}
        onChange={(next) => set({ analysis: next as DraftBody['analysis'] })}
      />
      <div className="grid grid-cols-2 gap-2">
        <NumberField
          label="目标总分"
          value={body.goal.points}
          min={1}
          max={500_000}
          step={0.01}
          placeholder="不限"
          onChange={(points) => set({ goal: { ...body.goal, points } })}
        />
        <NumberField
          label="目标得分率（%）"
          value={body.goal.expected === null ? null : Math.round(body.goal.expected * 100)}
          min={5}
          max={95}
          placeholder="不限"
          onChange={(next) => set({ goal: { ...body.goal, expected: next === null ? null : next / 100 } })}
        />
      </div>
      <TextArea
        label="考试须知（Markdown），学生开考前看到"
        rows={4}
        maxLength={20_000}
        value={body.notice}
        onChange={(notice) => set({ notice })}
      />
    </>
  )
}

function Toggle({ label, checked, onChange }: { label: string; checked: boolean; onChange(checked: boolean): void }) {
  return (
    <p className="flex items-center justify-between text-ink-2">
      <span aria-hidden="true">{label}</span>
      <Switch label={label} checked={checked} onChange={onChange} />
    </p>
  )
}
