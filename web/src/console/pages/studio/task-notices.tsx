import type { ContentTask, StudioItem } from '@dxx/contract/calls/staff/studio-shapes'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import { Spinner } from '../../../ui/spinner'
import { useStaffAction } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'

const names: Record<ContentTask['kind'], Record<ContentTask['state'], string>> = {
  file: { waiting: '等待读取', running: '正在读取', done: '已读入草稿', failed: '没有读入' },
  video: { waiting: '等待转换', running: '正在转换', done: '已转成流式播放', failed: '没有转换' },
}

const tones: Record<ContentTask['state'], string> = {
  waiting: 'bg-amber-soft text-amber',
  running: 'bg-amber-soft text-amber',
  done: 'bg-card text-ink',
  failed: 'bg-danger-soft text-danger',
}

/** Notices of uploads that are being read or converted, and of their results. */
export function TaskNotices({ item }: { item: StudioItem }) {
  return item.tasks.map((task) => <TaskNotice key={task.id} task={task} />)
}

function TaskNotice({ task }: { task: ContentTask }) {
  const close = useStaffAction('POST /staff/v1/studio_task_close', { changes: ['GET /staff/v1/studio_open'] })
  const { kind, name, state, progress, problems } = task
  const isOver = state === 'done' || state === 'failed'
  return (
    <section
      aria-label={`${name} 的进度`}
      className={`flex flex-wrap items-start gap-3 rounded-card px-4 py-2.5 ${tones[state]}`}
    >
      <span className="grid h-6 place-items-center">
        {!isOver && <Spinner />}
        {state === 'done' && <CircleCheck size={17} className="text-success" />}
        {state === 'failed' && <CircleAlert size={17} />}
      </span>
      <div className="min-w-0 flex-1">
        <p role="status" className="font-semibold break-words">
          {names[kind][state]}：{name}
          {progress && `（${progress}）`}
        </p>
        {isOver && problems.length > 0 && (
          <ul aria-label="报告" className="mt-1 max-h-40 space-y-0.5 overflow-y-auto text-13 font-normal">
            {problems.map(({ file, line, level, text }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a report never changes
              <li key={at} className={level === 'error' ? 'text-danger' : undefined}>
                {[file, line > 0 && `第 ${line} 行`].filter(Boolean).join(' ')}
                {file && '：'}
                {text}
              </li>
            ))}
          </ul>
        )}
      </div>
      {isOver && (
        <ConsoleButton kind="page" size="small" loading={close.running} onClick={() => void close.run({ id: task.id })}>
          知道了
        </ConsoleButton>
      )}
    </section>
  )
}
