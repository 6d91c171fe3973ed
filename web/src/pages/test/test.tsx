import { BackToTop } from '../../ui/back-to-top'
import { Basics } from './basics'
import { Content } from './content'
import { Desk } from './desk'
import { Feedback } from './feedback'
import { Forms } from './forms'
import { Lists } from './lists'
import { Questions } from './questions'

/** The gallery of all parts in all states, linked in development only. */
export default function Test() {
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
