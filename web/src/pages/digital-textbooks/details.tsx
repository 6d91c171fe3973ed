import { Details } from '../../features/details/details'

export default function TextbookDetailsPage() {
  return <Details kind="textbook" />
}
