import { Details } from '../../features/catalogue/details/details'

export default function TextbookDetailsPage() {
  return <Details kind="textbook" />
}
