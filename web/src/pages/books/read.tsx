import { Reader } from '../../features/reader/reader'

export default function BookReadPage() {
  return <Reader kind="ebook" />
}
