import type { HandInRow } from '@dxx/contract/calls/staff/assignments'
import ExternalLink from 'lucide-react/icons/external-link'
import FileText from 'lucide-react/icons/file-text'
import { useState } from 'react'
import { toast } from '../../../../state/flash'
import { cx } from '../../../../ui/cx'
import { staffQueryClient, useStaffAction, useStaffCall } from '../../../api/hooks'
import { ConsoleButton } from '../../../kit/button'
import { useFormDraft } from '../../../kit/drafts'
import { TextArea, TextField } from '../../../kit/fields'
import { PageHead } from '../../../kit/page-head'
import { useShortcut } from '../../../kit/shortcuts'
import { Failure, RegionState, TableSkeleton } from '../../../kit/states'
import { StateTag } from '../../../kit/tag'
import { timeText } from '../../../kit/time'

/** Hand-ins of one assignment: the list, and the opened one with score and comment. */
export function HandInRoom({ id }: { id: string }) {
  const { data, error, refetch } = useStaffCall('GET /staff/v1/hand_ins', { assignment: id }, { staleTime: 60_000 })
  const [openId, setOpenId] = useState<string | null>(null)
  const list = data?.list ?? []
  const at = Math.max(
    0,
    list.findIndex((row) => row.id === openId),
  )
  const shown = list[at]
  const go = (step: number) => setOpenId(list[Math.min(list.length - 1, Math.max(0, at + step))]?.id ?? null)
  useShortcut('j', '下一份', () => go(1), { group: '列表' })
  useShortcut('k', '上一份', () => go(-1), { group: '列表' })
  if (error) return <Failure error={error} noun="作业" onRetry={() => void refetch()} />
  if (!data) return <TableSkeleton height={56} />
  const graded = list.filter(({ handIn }) => handIn.score !== null).length
  return (
    <>
      <PageHead title={data.title} facts={`交了 ${list.length} 份，批了 ${graded} 份`} />
      {shown ? (
        <div className="flex min-h-0 flex-1 gap-4 max-wide:flex-col">
          <nav
            aria-label="交上来的作业"
            className="w-60 shrink-0 overflow-y-auto rounded-card bg-card py-1 max-wide:max-h-48 max-wide:w-full"
          >
            {list.map((row) => (
              <button
                key={row.id}
                type="button"
                aria-current={row.id === shown.id ? 'true' : undefined}
                onClick={() => setOpenId(row.id)}
                className={cx(
                  'flex min-h-11 w-full items-center gap-2 px-4 text-left -outline-offset-2',
                  row.id === shown.id ? 'bg-primary-soft text-primary' : 'hover:bg-fill',
                )}
              >
                <span className="min-w-0 flex-1 truncate font-semibold">{row.name}</span>
                {row.handIn.late && <StateTag tone="amber">迟交</StateTag>}
                <span className="text-12 tabular-nums text-ink-3">{row.handIn.score ?? '待批'}</span>
              </button>
            ))}
          </nav>
          <Grade key={`${shown.id} ${shown.handIn.number}`} assignment={id} row={shown} onNext={() => go(1)} />
        </div>
      ) : (
        <RegionState tone="grey" icon={<FileText size={24} />} title="还没有人交" text="学生交上来以后会出现在这里" />
      )}
    </>
  )
}

interface GradeProps {
  assignment: string
  row: HandInRow
  onNext(): void
}

function Grade({ assignment, row, onNext }: GradeProps) {
  const { handIn, points } = row
  const { form, change, forget } = useFormDraft(`hand-in ${row.id}`, () => ({
    score: handIn.score === null ? '' : String(handIn.score),
    comment: handIn.comment,
  }))
  const { score, comment } = form
  const value = Number(score)
  const isValid = score !== '' && value >= 0 && value <= points && Number.isInteger(value * 2)
  const [tried, setTried] = useState(false)
  const save = useStaffAction('POST /staff/v1/hand_in_grade', {
    changes: ['GET /staff/v1/assignment_list'],
    onDone: (changed) => {
      staffQueryClient.setQueryData(
        ['GET /staff/v1/hand_ins', { assignment }],
        (before: { title: string; list: HandInRow[] } | undefined) =>
          before && { ...before, list: before.list.map((one) => (one.id === changed.id ? changed : one)) },
      )
      forget()
      toast('已保存')
      onNext()
    },
    // Shown if the student has handed in again: the new version, with the typed score and comment.
    onError: ({ msg }) => {
      toast(msg)
      void staffQueryClient.invalidateQueries({ queryKey: ['GET /staff/v1/hand_ins'] })
    },
  })
  const submit = () => {
    setTried(true)
    if (isValid) void save.run({ id: row.id, number: handIn.number, score: value, comment })
  }
  return (
    <article className="flex min-h-0 min-w-0 flex-1 flex-col rounded-card bg-card">
      <header className="flex flex-wrap items-center gap-2 border-b border-line px-5 py-3">
        <h2 className="text-15 font-semibold">{row.name}</h2>
        <span className="text-12 text-ink-3">
          {row.studentNo} · {row.className} · {timeText(handIn.submittedAt)} 交
          {handIn.number > 1 && `（第 ${handIn.number} 次）`}
        </span>
        {handIn.late && <StateTag tone="amber">迟交</StateTag>}
      </header>
      <div className="min-h-0 flex-1 space-y-4 overflow-y-auto px-5 py-4">
        {handIn.text && <p className="max-w-180 leading-relaxed break-words whitespace-pre-wrap">{handIn.text}</p>}
        {handIn.files.length > 0 && (
          <ul className="grid gap-2">
            {handIn.files.map((file) => (
              <li key={file.id}>
                <a
                  href={file.url}
                  target="_blank"
                  rel="noreferrer"
                  className="flex min-h-11 items-center gap-2 rounded-cover bg-fill px-3 hover:text-primary"
                >
                  <FileText size={16} className="shrink-0 text-ink-3" />
                  <span className="min-w-0 flex-1 truncate">{file.name}</span>
                  <span className="text-12 text-ink-3">{Math.max(1, Math.round(file.bytes / 1024))} KB</span>
                  <ExternalLink size={14} aria-label="在新窗口打开" className="shrink-0 text-ink-3" />
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
      <form
        className="grid gap-3 border-t border-line px-5 py-3 desk:grid-cols-[120px_1fr_auto] desk:items-start"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <TextField
          label={`分数（满分 ${points}）`}
          inputMode="decimal"
          maxLength={6}
          value={score}
          onChange={(text) => change({ score: text.replace(/[^\d.]/g, '') })}
          error={tried && !isValid ? `0 到 ${points}，按 0.5 分` : undefined}
        />
        <TextArea
          label="评语"
          rows={2}
          maxLength={2000}
          value={comment}
          onChange={(next) => change({ comment: next })}
        />
        <ConsoleButton kind="primary" size="large" type="submit" loading={save.running} className="desk:mt-5">
          保存，下一份
        </ConsoleButton>
      </form>
    </article>
  )
}
