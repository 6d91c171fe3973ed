import { useCall } from '../../api/use-call'
import { NotFound, PageFailed, PageLoading } from '../../router/frame/page-states'
import { BackToTop } from '../../ui/back-to-top'
import { Basics } from './basics'
import { Content } from './content'
import { Desk } from './desk'
import { Feedback } from './feedback'
import { Forms } from './forms'
import { Lists } from './lists'
import { Questions } from './questions'

/** The gallery of all parts in all states and the developer's desk; in production there is no such page. */
export default function Test() {
  const { data: config, error, refetch } = useCall('GET /v1/get_config', {})
  if (config && !config.development) return <NotFound />
  if (!config) return error ? <PageFailed onRetry={() => void refetch()} /> : <PageLoading />
  return (
    <div className="px-4 pb-24">
      <Desk />
      <Basics />
      <Content />
      <Feedback />
      <Forms />
      <Questions />
      <Lists />
      <BackToTop />
    </div>
  )
}
