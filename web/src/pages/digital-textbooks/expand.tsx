import { Reader } from '../../features/reader/reader'

/** Extra reading beside the chapters: read like them, but it has no neighbours. */
export default function TextbookExpandPage() {
  return <Reader kind="textbook" />
}
