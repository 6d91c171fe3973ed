import { Details } from '../../features/details/details'

export default function BookDetailsPage() {
  return <Details kind="ebook" />
}
