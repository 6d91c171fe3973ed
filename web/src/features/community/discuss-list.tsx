import { useState } from 'react'
import { requireMobile } from '../../api/session'
import { useAction } from '../../api/use-action'
import { usePagedCall } from '../../api/use-paged-call'
import { useDraft } from '../../state/drafts'
import { toast } from '../../state/flash'
import { useStore } from '../../state/store'
import { Button } from '../../ui/button'
import { Checkbox } from '../../ui/checkbox'
import { Empty } from '../../ui/empty'
import { PagedList } from '../../ui/paging/paged-list'
import { SkeletonCards } from '../../ui/skeleton-shapes'
import { Textarea } from '../../ui/textarea'
import { DiscussItem } from './discuss-item'
import { recountDiscussions } from './recount-discussions'

interface DiscussListProps {
  curriculumId: string
  chapterId: string
  /** Limits the list to this paragraph; without an id, the list is of the whole chapter. */
  pid?: string
  quote?: string
}

/** Discussion of a chapter or a paragraph, with a form to post. */
export function DiscussList({ curriculumId, chapterId, pid, quote }: DiscussListProps) {
  const items = usePagedCall('GET /v131/get_discuss', { curriculumId, chapterId, pid })
  const [text, setText, clearText] = useDraft(`discuss:${chapterId}:${pid ?? ''}`, '')
  const isStudent = useStore(({ userinfo }) => userinfo?.studentStatus === 'passed')
  const [askTeacher, setAskTeacher] = useState(false)
  const { run, running } = useAction('POST /v131/push_discuss', {
    onDone: () => {
      clearText()
      setAskTeacher(false)
      toast(askTeacher ? '已发表，老师会收到提问' : '已发表')
      void items.refresh()
      recountDiscussions()
    },
  })
  return (
    <div className="space-y-3">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!requireMobile()) void run({ curriculumId, chapterId, pid, quote, text, askTeacher })
        }}
        className="rounded-card bg-card p-3.5"
      >
        <Textarea
          label="参与讨论"
          hideLabel
          placeholder="有问题或想法，说给一起学的同学听"
          rows={2}
          maxLength={1000}
          value={text}
          onChange={setText}
        />
        <div className="mt-2 flex items-center justify-end gap-3">
          {isStudent && (
            <span className="mr-auto">
              <Checkbox checked={askTeacher} onChange={setAskTeacher}>
                同时问老师
              </Checkbox>
            </span>
          )}
          <Button type="submit" size="small" loading={running} disabled={!text.trim()}>
            发表
          </Button>
        </div>
      </form>
      <PagedList
        {...items}
        itemKey={({ id }) => id}
        renderItem={(item) => <DiscussItem item={item} />}
        empty={<Empty hint="还没有人讨论，来说第一句" />}
        skeleton={<SkeletonCards avatar />}
      />
    </div>
  )
}
