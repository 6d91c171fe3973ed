import type { LateRule } from '@dxx/contract/calls/assignments'
import { useState } from 'react'
import { toast } from '../../../../state/flash'
import type { StaffData } from '../../../api/client'
import { useStaffAction, useStaffCall, useStaffList } from '../../../api/hooks'
import { ConsoleButton } from '../../../kit/button'
import { Dialog } from '../../../kit/dialog'
import { useFormDraft } from '../../../kit/drafts'
import { SelectField, TextArea, TextField } from '../../../kit/fields'
import { Failure, TableSkeleton } from '../../../kit/states'
import { TimeField } from '../../../kit/time-field'
import type { ClassDetail } from '../class-detail'
import { copyOf, type DraftItem, draftOf } from './draft-item'
import { ItemEditor } from './item-editor'
import { lateRules } from './labels'

interface AssignmentDialogProps {
  /** The assignment to change; a new one if omitted. */
  id?: string
  /** Whether `id` is copied to other classes instead of being changed. */
  copies?: boolean
  of: ClassDetail
  onClose(): void
}

/** Sets homework, or changes it. */
export function AssignmentDialog({ id, copies = false, of, onClose }: AssignmentDialogProps) {
  const { data, error, refetch } = useStaffCall(
    'GET /staff/v1/assignment_detail',
    { id: id ?? '' },
    { enabled: id !== undefined },
  )
  if (id === undefined) return <Editor of={of} onClose={onClose} />
  if (data) return <Editor of={of} {...(copies ? { model: data } : { stored: data })} onClose={onClose} />
  return (
    <Dialog open side wide onClose={onClose} title={copies ? '布置给别的班' : '修改作业'}>
      {error ? <Failure error={error} noun="作业" onRetry={() => void refetch()} /> : <TableSkeleton height={40} />}
    </Dialog>
  )
}

const day = 86_400
const nowSeconds = () => Math.floor(Date.now() / 1000)
/** 23:59 in Asia/Shanghai, seven days from now. */
const nextWeek = () => Math.floor((nowSeconds() + 8 * 3600) / day + 8) * day - 8 * 3600 - 60

type Stored = StaffData<'GET /staff/v1/assignment_detail'>

interface EditorProps {
  of: ClassDetail
  stored?: Stored
  /** Assignment to copy: the new one has its content and other classes. */
  model?: Stored
  onClose(): void
}

interface Form {
  title: string
  note: string
  classes: string[]
  startsAt: number | null
  dueAt: number | null
  late: LateRule
  latePercent: string
  items: DraftItem[]
}

const formOf = ({ of, stored, model }: EditorProps): Form => {
  const first = stored ?? model
  return {
    title: first?.title ?? '',
    note: first?.note ?? '',
    classes: stored?.classes.map((one) => one.id) ?? (model ? [] : [of.id]),
    startsAt: stored?.startsAt ?? nowSeconds(),
    dueAt: stored?.dueAt ?? nextWeek(),
    late: first?.late ?? 'accept',
    latePercent: String(first?.latePercent || 20),
    items: stored?.content.map(draftOf) ?? model?.content.map(copyOf) ?? [],
  }
}

/** Missing values, by field. */
const problemsOf = ({ title, startsAt, dueAt, items, classes }: Form) => ({
  title: title.trim() ? undefined : '请写标题',
  due: startsAt !== null && dueAt !== null && startsAt < dueAt ? undefined : '截止要在开始以后',
  items: items.length === 0 ? '请加上要做的内容' : classes.length === 0 ? '请选择班级' : undefined,
})

const inputOf = ({ startsAt, dueAt, latePercent, items, ...rest }: Form) => ({
  ...rest,
  startsAt: startsAt!,
  dueAt: dueAt!,
  latePercent: rest.late === 'deduct' ? Math.min(100, Number(latePercent) || 0) : 0,
  items: items.map(({ key: _, ...item }) => item),
})

function Editor(props: EditorProps) {
  const { of, stored, model, onClose } = props
  const { form, change, forget, isResumed } = useFormDraft(
    stored ? null : `assignment ${of.id} ${model?.id ?? ''}`,
    () => formOf(props),
  )
  const [tried, setTried] = useState(false)
  const isStarted = stored !== undefined && stored.startsAt <= nowSeconds()
  const save = useStaffAction('POST /staff/v1/assignment_save', {
    changes: ['GET /staff/v1/assignment_list', 'GET /staff/v1/assignment_detail', 'GET /staff/v1/class_curricula'],
    onDone: ({ students }) => {
      forget()
      toast(stored ? '已保存' : `已布置给 ${students} 人`)
      onClose()
    },
  })
  const problems = problemsOf(form)
  const submit = () => {
    setTried(true)
    if (problems.title || problems.due || problems.items) return
    void save.run({ ...(stored && { id: stored.id }), ...inputOf(form) })
  }
  const discard = () => {
    forget()
    onClose()
  }
  return (
    <Dialog
      open
      side
      wide
      onClose={onClose}
      title={stored ? '修改作业' : model ? '布置给别的班' : '布置作业'}
      note={
        isStarted
          ? '已经开始，可以改标题、说明、截止和迟交规则'
          : isResumed
            ? '接着上次没布置的内容；点“取消”就丢掉它'
            : model && '照这份新布置一份，两份以后各改各的；考试要发布给选的班才能布置'
      }
      actions={
        <>
          <ConsoleButton onClick={discard}>取消</ConsoleButton>
          <ConsoleButton kind="amber" loading={save.running} onClick={submit}>
            {stored ? '保存' : `布置给 ${form.classes.length} 个班`}
          </ConsoleButton>
        </>
      }
    >
      <div className="grid gap-3">
        <TextField
          label="标题"
          value={form.title}
          maxLength={60}
          onChange={(title) => change({ title })}
          placeholder="第三章 阅读与测验"
          error={tried ? problems.title : undefined}
          data-autofocus
        />
        {!isStarted && (
          <Classes
            of={of}
            except={model?.classes.map(({ id }) => id)}
            chosen={form.classes}
            onChange={(classes) => change({ classes })}
          />
        )}
        <Times form={form} change={change} isStarted={isStarted} error={tried ? problems.due : undefined} />
        <TextArea label="说明" rows={2} maxLength={2000} value={form.note} onChange={(note) => change({ note })} />
        {!isStarted && <ItemEditor items={form.items} classes={form.classes} onChange={(items) => change({ items })} />}
        {tried && problems.items && (
          <p role="alert" className="text-danger">
            {problems.items}
          </p>
        )}
      </div>
    </Dialog>
  )
}

interface TimesProps {
  form: Form
  change(next: Partial<Form>): void
  isStarted: boolean
  error?: string
}

/** Start, end, and what happens to work handed in after the end. */
function Times({ form, change, isStarted, error }: TimesProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {!isStarted && <TimeField label="开始" value={form.startsAt} onChange={(startsAt) => change({ startsAt })} />}
      <TimeField label="截止" value={form.dueAt} onChange={(dueAt) => change({ dueAt })} error={error} />
      <SelectField
        label="迟交"
        value={form.late}
        onChange={(late) => change({ late: late as LateRule })}
        options={Object.entries(lateRules).map(([value, label]) => ({ value, label }))}
      />
      {form.late === 'deduct' && (
        <TextField
          label="迟交扣百分之几"
          inputMode="numeric"
          maxLength={3}
          value={form.latePercent}
          onChange={(text) => change({ latePercent: text.replace(/\D/g, '') })}
        />
      )}
    </div>
  )
}

interface ClassesProps {
  of: ClassDetail
  /** Classes that have the assignment already. */
  except?: string[]
  chosen: string[]
  onChange(chosen: string[]): void
}

/** Classes of the same school that get the assignment. */
function Classes({ of, except, chosen, onChange }: ClassesProps) {
  const { rows } = useStaffList('GET /staff/v1/class_list', { schoolId: of.school.id })
  const others = (rows.length > 0 ? rows : [of]).filter(({ id }) => !except?.includes(id))
  if (except && others.length === 0) return <p className="text-ink-2">没有别的班可以布置</p>
  if (!except && others.length < 2) return null
  return (
    <fieldset>
      <legend className="mb-1 text-12 text-ink-3">班级</legend>
      <div className="flex max-h-40 flex-wrap gap-x-4 overflow-y-auto">
        {others.map(({ id, name, verified }) => (
          <label key={id} className="flex min-h-11 items-center gap-2 desk:min-h-8">
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={(event) =>
                onChange(event.target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
              }
              className="size-4 accent-primary"
            />
            {name} <span className="text-12 text-ink-3">{verified} 人</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
