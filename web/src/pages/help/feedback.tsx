import { FeedbackForm } from '../../features/support/feedback-form'
import { MyFeedback } from '../../features/support/my-feedback'
import { usePageQuery } from '../../router/page-query'
import { pageUrl } from '../../router/page-url'
import { TabPanel, Tabs } from '../../ui/tabs'

const tabs: { id: 'new' | 'mine'; title: string }[] = [
  { id: 'new', title: '提交反馈' },
  { id: 'mine', title: '我的反馈' },
]

/** `?tab=mine` shows the status of earlier feedback. */
export default function FeedbackPage() {
  const [query, change] = usePageQuery()
  const tab = query.tab === 'mine' ? 'mine' : 'new'
  const show = (id: string) => change({ tab: id === 'mine' ? 'mine' : undefined })
  return (
    <div className="text-column px-4 pb-10">
      <Tabs
        id="feedback"
        label="意见反馈"
        items={tabs}
        value={tab}
        onChange={show}
        hrefOf={(id) => `#${pageUrl('pages/help/feedback', { tab: id === 'mine' ? id : undefined })}`}
      />
      <TabPanel tabs="feedback" value={tab}>
        <div className="pt-3">{tab === 'new' ? <FeedbackForm onSent={() => show('mine')} /> : <MyFeedback />}</div>
      </TabPanel>
    </div>
  )
}
