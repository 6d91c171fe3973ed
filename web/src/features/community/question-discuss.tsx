import { requireMobile } from '../../api/session'
import { useAction } from '../../api/use-action'
import { usePagedCall } from '../../api/use-paged-call'
import { useDraft } from '../../state/drafts'
import { toast } from '../../state/flash'
import { Button } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { PagedList } from '../../ui/paging/paged-list'
import { SkeletonCards } from '../../ui/skeleton-shapes'
import { Textarea } from '../../ui/textarea'
import { DiscussItem } from './discuss-item'

/** Discussion of a question, with a form to post. */
export function QuestionDiscuss({ question }: { question: string }) {
  const items = usePagedCall('GET /v131/question_discuss', { question })
  const [text, setText, clearText] = useDraft(`question-discuss:${question}`, '')
  const { run, running } = useAction('POST /v131/push_question_discuss', {
    onDone: () => {
      clearText()
      toast('已发表')
      void items.refresh()
    },
  })
  return (
    <div className="space-y-3">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!requireMobile()) void run({ question, text })
        }}
      >
        <Textarea
          label="参与讨论"
          hideLabel
          placeholder="说说你的思路，或者问问别人的解法"
          rows={2}
          maxLength={1000}
          value={text}
          onChange={setText}
        />
        <div className="mt-2 flex justify-end">
          <Button type="submit" size="small" loading={running} disabled={!text.trim()}>
            发表
          </Button>
        </div>
      </form>
      <PagedList
        {...items}
        itemKey={({ id }) => id}
        renderItem={(item) => <DiscussItem item={item} />}
        empty={<Empty hint="还没有人讨论这道题，来说第一句" />}
        skeleton={<SkeletonCards avatar />}
      />
    </div>
  )
}
