import { CurriculumList } from '../../features/catalogue/curriculum-list'

export default function TextbooksPage() {
  return <CurriculumList kind="textbook" />
}
