import { Reader } from '../../features/reader/reader'

/** Further reading: like a chapter, but without neighbours. */
export default function TextbookExpandPage() {
  return <Reader kind="textbook" />
}
