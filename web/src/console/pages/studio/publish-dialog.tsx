import type { StudioItem } from '@dxx/contract/calls/staff/studio-shapes'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { type ReactNode, useEffect, useState } from 'react'
import { serverNow } from '../../../api/clock'
import { toast } from '../../../state/flash'
import { useStaffAction, useStaffCall } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { Dialog } from '../../kit/dialog'
import { TextField } from '../../kit/fields'
import { Failure, TableSkeleton } from '../../kit/states'
import { saveOpenTexts } from '../../kit/text-sync'
import { timeText } from '../../kit/time'
import { TimeField } from '../../kit/time-field'

interface PublishDialogProps {
  item: StudioItem
  onClose(): void
}

/** Shows the changes and the effect on readers' highlights, then publishes now or at a chosen time. */
export function PublishDialog({ item, onClose }: PublishDialogProps) {
  /** Whether all typed text is in the draft; null while it is being saved. */
  const [isSaved, setSaved] = useState<boolean | null>(null)
  useEffect(() => void saveOpenTexts().then(setSaved), [])
  const check = useStaffCall('GET /staff/v1/studio_check', { id: item.id }, { staleTime: 0, enabled: isSaved !== null })
  const [note, setNote] = useState('')
  const [isLater, setLater] = useState(false)
  const [at, setAt] = useState<number | null>(null)
  const publish = useStaffAction('POST /staff/v1/studio_publish', {
    changes: ['GET /staff/v1/studio_open', 'GET /staff/v1/studio_list'],
    onDone: ({ at: planned }) => {
      toast(isLater ? `将在 ${timeText(planned)} 发布` : '开始发布，可以离开这一页')
      onClose()
    },
  })
  const errors = check.data?.problems.filter(({ level }) => level === 'error') ?? []
  // Hides a check of an earlier version of the draft.
  const isReady =
    check.data !== undefined &&
    !check.isFetching &&
    errors.length === 0 &&
    (!isLater || (at !== null && at > serverNow()))
  return (
    <Dialog
      open
      onClose={onClose}
      wide
      title={`发布《${item.fields.title || item.title}》`}
      note={item.onShelf ? '学生马上看到新的内容' : '免费的内容发布后就能看到；要卖的内容还要在上架页定价和上架'}
      actions={
        <>
          <ConsoleButton onClick={onClose} data-autofocus>
            再看看
          </ConsoleButton>
          <ConsoleButton
            kind="amber"
            disabled={!isReady}
            loading={publish.running}
            onClick={() => void publish.run({ id: item.id, at: isLater ? at : null, note: note.trim() })}
          >
            {isLater ? '到时候发布' : `发布 ${item.changes.length} 处改动`}
          </ConsoleButton>
        </>
      }
    >
      {check.error ? (
        <Failure error={check.error} noun="检查" onRetry={() => void check.refetch()} />
      ) : !check.data || check.isFetching ? (
        <TableSkeleton height={36} count={4} />
      ) : (
        <div className="grid gap-4">
          {item.tasks.some(({ kind, state }) => kind === 'video' && (state === 'waiting' || state === 'running')) && (
            <p className="flex items-center gap-1.5 text-amber">
              <TriangleAlert size={15} className="shrink-0" />
              视频还在转换：现在发布，学生先看到原来的视频，转换好以后要再发布一次
            </p>
          )}
          {isSaved === false && (
            <p role="alert" className="flex items-center gap-1.5 text-amber">
              <TriangleAlert size={15} className="shrink-0" />
              打开的正文还有改动没有保存到服务器，这次发布的是保存过的内容
            </p>
          )}
          <CheckResult check={check.data} name={`${item.kind}/${item.slug}`} />
          <fieldset className="flex flex-wrap items-center gap-4">
            <legend className="sr-only">什么时候发布</legend>
            <label className="flex min-h-9 items-center gap-2">
              <input type="radio" name="when" checked={!isLater} onChange={() => setLater(false)} />
              现在
            </label>
            <label className="flex min-h-9 items-center gap-2">
              <input type="radio" name="when" checked={isLater} onChange={() => setLater(true)} />
              预定时间
            </label>
            {isLater && <TimeField label="发布时间" value={at} onChange={setAt} />}
          </fieldset>
          <TextField label="这次改了什么（可不填，记在版本里）" value={note} maxLength={200} onChange={setNote} />
        </div>
      )}
    </Dialog>
  )
}

type Check = NonNullable<ReturnType<typeof useStaffCall<'GET /staff/v1/studio_check'>>['data']>

/**
 * Removes slugs, which only authors of files know, from a line of the difference: `章节 textbook/small one 一` becomes
 * 章节 一.
 */
const withoutNames = (line: string, name: string): string =>
  line
    .replace(` ${name} `, ' ')
    .replace(/^(章节|资源|题目|讲义) [a-z0-9]+(?:-[a-z0-9]+)* (?=\S)/, '$1 ')
    .trim()

interface CheckResultProps {
  check: Check
  /** Name of the curriculum in the lines of the difference. */
  name: string
}

function CheckResult({ check: { problems, difference, highlights }, name }: CheckResultProps) {
  const errors = problems.filter(({ level }) => level === 'error')
  const warnings = problems.filter(({ level }) => level === 'warning')
  const { certain, unsure, lost } = highlights
  const all = certain + unsure + lost
  return (
    <div className="grid gap-3">
      {errors.length > 0 ? (
        <Problems
          tone="text-danger"
          icon={<CircleAlert size={15} />}
          title={`${errors.length} 处要改正才能发布`}
          list={errors}
        />
      ) : (
        <p className="flex items-center gap-1.5 text-success">
          <CircleCheck size={15} />
          检查通过
        </p>
      )}
      {warnings.length > 0 && (
        <Problems
          tone="text-amber"
          icon={<TriangleAlert size={15} />}
          title={`${warnings.length} 处提醒`}
          list={warnings}
        />
      )}
      {errors.length === 0 && (
        <>
          <p>
            {all === 0
              ? '改动的章节里没有读者的划线。'
              : `改动的章节里有 ${all} 处读者的划线：${certain} 处能准确找到，${unsure} 处不太确定${lost > 0 ? `，${lost} 处找不到（留在读者的笔记里）` : ''}。`}
          </p>
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
            {(
              [
                ['新增', difference.added],
                ['改动', difference.changed],
                ['移除', difference.removed],
              ] as const
            ).map(([label, list]) =>
              list.length === 0 ? null : (
                <div key={label} className="contents">
                  <dt className="text-ink-3">{label}</dt>
                  <dd>
                    <ul>
                      {list.slice(0, 12).map((line) => (
                        <li key={line}>{withoutNames(line, name)}</li>
                      ))}
                      {list.length > 12 && <li className="text-ink-3">等 {list.length} 项</li>}
                    </ul>
                  </dd>
                </div>
              ),
            )}
          </dl>
        </>
      )}
    </div>
  )
}

interface ProblemsProps {
  tone: string
  icon: ReactNode
  title: string
  list: Check['problems']
}

function Problems({ tone, icon, title, list }: ProblemsProps) {
  return (
    <div className={tone}>
      <p className="flex items-center gap-1.5 font-semibold">
        {icon}
        {title}
      </p>
      <ul className="mt-1 max-h-40 space-y-0.5 overflow-y-auto">
        {list.map(({ file, line, text }) => (
          <li key={`${file} ${line} ${text}`}>
            {file}
            {line > 0 && ` 第 ${line} 行`}：{text}
          </li>
        ))}
      </ul>
    </div>
  )
}
