import { CurriculumList } from '../../features/catalogue/curriculum-list'

export default function CoursesPage() {
  return <CurriculumList kind="course" />
}
