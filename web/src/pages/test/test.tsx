import { useCall } from '../../api/use-call'
import { NotFound } from '../../features/page-states/not-found'
import { PageFailed, PageLoading } from '../../features/page-states/page-states'
import { Basics } from './basics'
import { Content } from './content'
import { Desk } from './desk'
import { Feedback } from './feedback'
import { Forms } from './forms'
import { Lists } from './lists'
import { Questions } from './questions'

/** Gallery of all components in all states, and the developer tools; not available in production. */
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
    </div>
  )
}
