import { Details } from '../../features/catalogue/details/details'

export default function BookDetailsPage() {
  return <Details kind="ebook" />
}
