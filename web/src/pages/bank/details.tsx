import { Details } from '../../features/details/details'

export default function BankDetailsPage() {
  return <Details kind="bank" />
}
