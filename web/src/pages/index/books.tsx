import { CurriculumList } from '../../features/catalogue/curriculum-list'

export default function EbooksPage() {
  return <CurriculumList kind="ebook" />
}
