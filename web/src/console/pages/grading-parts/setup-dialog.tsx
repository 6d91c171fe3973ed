import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import type { ApiError } from '../../../api/error'
import { toast } from '../../../state/flash'
import type { Data } from '../../api/client'
import { queries, useStaffAction } from '../../api/hooks'
import { Act } from '../../kit/button'
import { Dialog } from '../../kit/dialog'
import type { RoomRef } from './room-address'

type Progress = Data<'GET /staff/v1/grading_question'>['progress']

interface SetupDialogProps {
  open: boolean
  onClose(): void
  room: RoomRef
  progress: Progress
}

interface Row {
  id: number
  score: string
  text: string
}

/** Rubrics of questions are HTML; they are edited as plain text. */
function plain(html: string): string {
  const text = new DOMParser().parseFromString(html, 'text/html').body.textContent ?? ''
  return text.replace(/\s+/g, ' ').trim()
}

/** Reason why a row cannot be stored; empty if it can. */
export function rowProblem({ score, text }: Pick<Row, 'score' | 'text'>): string {
  if (!/^[-−]?\d{1,4}(\.\d{1,2})?$/.test(score.trim())) return '分值是数字，最多两位小数，扣分写负数'
  if (Math.abs(numberOf(score)) > 1000) return '分值在 −1000 到 1000 之间'
  if (!text.trim()) return '请写评分要点'
  return text.length > 300 ? '评分要点最多 300 个字' : ''
}

const numberOf = (score: string) => Number(score.trim().replace('−', '-'))

/** How a question is graded: by one or two people, with names or without, by which points. */
export function SetupDialog({ open, onClose, room, progress }: SetupDialogProps) {
  return (
    <Dialog wide open={open} onClose={onClose} title={`批阅设置：第 ${progress.number} 题`} note="已经打的分不变">
      <SetupForm room={room} progress={progress} onClose={onClose} />
    </Dialog>
  )
}

function SetupForm({ room, progress: { setup, maxScore }, onClose }: Omit<SetupDialogProps, 'open'>) {
  const [double, setDouble] = useState(setup.double)
  const [difference, setDifference] = useState(String(setup.difference))
  const [anonymous, setAnonymous] = useState(setup.anonymous)
  const [rows, setRows] = useState<Row[]>(() =>
    setup.rubric.map(({ score, html }, id) => ({ id, score: String(score), text: plain(html) })),
  )
  const [isEdited, setEdited] = useState(false)
  const [isTried, setTried] = useState(false)
  const isDifference = /^\d{1,3}(\.\d{1,2})?$/.test(difference.trim())
  const problem = rows.map(rowProblem).find(Boolean) ?? ''
  const sum = rows.reduce((total, { score }) => total + Math.max(0, numberOf(score) || 0), 0)
  const save = useStaffAction('POST /staff/v1/grading_setup', {
    changes: ['GET /staff/v1/grading_question', 'GET /staff/v1/grading_overview'],
    onDone: () => {
      toast('批阅设置已保存')
      onClose()
    },
    onError: (error: ApiError) => {
      toast(error.msg)
      if (error.name === 'setup-changed')
        void queries.invalidateQueries({ queryKey: ['GET /staff/v1/grading_question'] })
    },
  })
  const edit = (change: (rows: Row[]) => Row[]) => {
    setEdited(true)
    setRows(change)
  }
  const submit = () => {
    setTried(true)
    if (problem || !isDifference) return
    // Formulas of the question's rubric would become text, so an untouched rubric is not sent.
    const rubric = isEdited ? rows.map(({ score, text }) => ({ score: numberOf(score), text: text.trim() })) : undefined
    send(rubric)
  }
  const send = (rubric: { score: number; text: string }[] | null | undefined) =>
    void save.run({
      ...room,
      version: setup.version,
      double,
      difference: isDifference ? Number(difference) : setup.difference,
      anonymous,
      rubric,
    })
  return (
    <div className="flex flex-col gap-4">
      <Toggle label="双评" hint="每份答卷由两位老师各批一次，互相看不到" checked={double} onChange={setDouble} />
      {double && (
        <label className="flex items-center gap-2">
          两人相差不超过
          <input
            inputMode="decimal"
            value={difference}
            onChange={(event) => setDifference(event.target.value)}
            aria-invalid={!isDifference}
            className="h-11 w-20 rounded-cover bg-fill px-3 text-right text-[1rem] tabular-nums desk:h-9 desk:text-13"
          />
          分取平均，超过的由第三人仲裁
        </label>
      )}
      <Toggle label="匿名批阅" hint="阅卷人看不到学生的姓名和学号" checked={anonymous} onChange={setAnonymous} />
      <fieldset>
        <legend className="mb-1.5 flex w-full items-center justify-between text-12 text-ink-3">
          评分点（满分 {maxScore} 分，加分合计 {Math.round(sum * 100) / 100} 分）
        </legend>
        <ul className="flex flex-col gap-2">
          {rows.map((row, at) => (
            <li key={row.id} className="flex gap-2">
              <input
                aria-label={`第 ${at + 1} 个评分点的分值`}
                inputMode="decimal"
                value={row.score}
                onChange={(event) =>
                  edit((all) => all.map((one) => (one.id === row.id ? { ...one, score: event.target.value } : one)))
                }
                className="h-11 w-16 shrink-0 rounded-cover bg-fill px-2 text-right text-[1rem] tabular-nums desk:h-9 desk:text-13"
              />
              <input
                aria-label={`第 ${at + 1} 个评分点`}
                maxLength={300}
                value={row.text}
                onChange={(event) =>
                  edit((all) => all.map((one) => (one.id === row.id ? { ...one, text: event.target.value } : one)))
                }
                className="h-11 min-w-0 flex-1 rounded-cover bg-fill px-3 text-[1rem] desk:h-9 desk:text-13"
              />
              <button
                type="button"
                aria-label={`删除第 ${at + 1} 个评分点`}
                onClick={() => edit((all) => all.filter((one) => one.id !== row.id))}
                className="tap grid size-9 shrink-0 place-items-center rounded-full text-ink-3 hover:bg-fill"
              >
                <Trash2 size={16} />
              </button>
            </li>
          ))}
        </ul>
        {rows.length < 30 && (
          <Act
            kind="quiet"
            size="small"
            icon={<Plus size={15} />}
            className="mt-1.5"
            onClick={() =>
              edit((all) => [...all, { id: Math.max(-1, ...all.map(({ id }) => id)) + 1, score: '1', text: '' }])
            }
          >
            加一个评分点
          </Act>
        )}
      </fieldset>
      {isTried && (problem || !isDifference) && (
        <p role="alert" className="text-12 text-danger">
          {problem || '分差是 0 到 999 之间的数，最多两位小数'}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Act kind="quiet" className="mr-auto" onClick={() => send(null)}>
          用题目自带的评分点
        </Act>
        <Act kind="soft" onClick={onClose}>
          取消
        </Act>
        <Act kind="primary" loading={save.running} onClick={submit}>
          保存设置
        </Act>
      </div>
    </div>
  )
}

interface ToggleProps {
  label: string
  hint: string
  checked: boolean
  onChange(checked: boolean): void
}

function Toggle({ label, hint, checked, onChange }: ToggleProps) {
  return (
    <label className="flex min-h-9 cursor-pointer items-center gap-3">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4.5 accent-primary"
      />
      <span>
        <b className="block font-semibold">{label}</b>
        <span className="text-12 text-ink-3">{hint}</span>
      </span>
    </label>
  )
}
