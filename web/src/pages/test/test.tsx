import { useCall } from '../../api/use-call'
import { BackToTop } from '../../ui/back-to-top'
import { Empty } from '../../ui/empty'
import { Basics } from './basics'
import { Content } from './content'
import { Desk } from './desk'
import { Feedback } from './feedback'
import { Forms } from './forms'
import { Lists } from './lists'
import { Questions } from './questions'

/** The gallery of all parts in all states, for development only. */
export default function Test() {
  const { data: config } = useCall('GET /v1/get_config', {})
  if (config?.development === false) return <Empty text="这个页面只在开发时提供" />
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
