import { Details } from '../../features/catalogue/details/details'

export default function BankDetailsPage() {
  return <Details kind="bank" />
}
