import type { Chapter } from '@dxx/contract/calls/study'
import { formatClock } from '@dxx/contract/rules/format'
import { requireMobile } from '../../api/session'
import { useAction } from '../../api/use-action'
import { usePagedCall } from '../../api/use-paged-call'
import { useDraft } from '../../state/drafts'
import { toast } from '../../state/flash'
import { Button } from '../../ui/button'
import { Checkbox } from '../../ui/checkbox'
import { Empty } from '../../ui/empty'
import { PagedList } from '../../ui/paging/paged-list'
import { SkeletonCards } from '../../ui/skeleton-shapes'
import { Textarea } from '../../ui/textarea'
import { DiscussItem } from '../community/discuss-item'
import { JumpButton } from './jump-button'
import { pidOfSecond, secondOfPid } from './video-second'

interface Written {
  text: string
  /** Second of the video when the question was begun. */
  seconds: number | null
  /** Whether the question refers to that second. */
  placed: boolean
}

const empty: Written = { text: '', seconds: null, placed: true }

interface QuestionsProps {
  lesson: Chapter
  /** Current second; null for lessons without a video. */
  now(): number | null
  onJump(seconds: number): void
}

/** Questions and discussions of a lesson; those about a second of the video play from there. */
export function Questions({ lesson, now, onJump }: QuestionsProps) {
  const place = { curriculumId: lesson.curriculum.id, chapterId: lesson.id }
  const items = usePagedCall('GET /v131/get_discuss', place)
  const [written, setWritten, clear] = useDraft(`ask:${lesson.id}`, empty)
  const { run, running } = useAction('POST /v131/push_discuss', {
    onDone: () => {
      clear()
      toast('已发表')
      void items.refresh()
    },
  })
  const second = written.placed ? written.seconds : null

  return (
    <div className="space-y-3">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (requireMobile()) return
          void run({ ...place, pid: second === null ? undefined : pidOfSecond(second), text: written.text })
        }}
        className="rounded-card bg-card p-3.5"
      >
        <Textarea
          label="参与讨论"
          hideLabel
          placeholder={lesson.video ? '看到哪里不明白，就在哪里问' : '有问题或想法，说给一起学的同学听'}
          rows={2}
          maxLength={1000}
          value={written.text}
          onChange={(text) =>
            setWritten((before) => ({ ...before, text, seconds: before.text === '' ? now() : before.seconds }))
          }
        />
        <div className="mt-2 flex items-center justify-between gap-3">
          {written.seconds === null ? (
            <span />
          ) : (
            <Checkbox checked={written.placed} onChange={(placed) => setWritten((before) => ({ ...before, placed }))}>
              问的是 {formatClock(written.seconds)} 这里
            </Checkbox>
          )}
          <Button type="submit" size="small" loading={running} disabled={!written.text.trim()}>
            发表
          </Button>
        </div>
      </form>
      <PagedList
        {...items}
        itemKey={({ id }) => id}
        renderItem={(item) => {
          const at = lesson.video ? secondOfPid(item.pid) : null
          return <DiscussItem item={item} place={at !== null && <JumpButton seconds={at} onJump={onJump} />} />
        }}
        empty={<Empty hint="还没有人讨论，来说第一句" />}
        skeleton={<SkeletonCards avatar />}
      />
    </div>
  )
}
