import { Reader } from '../../features/reader/reader'

export default function TextbookReadPage() {
  return <Reader kind="textbook" />
}
