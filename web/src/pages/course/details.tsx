import { Details } from '../../features/catalogue/details/details'

export default function CourseDetailsPage() {
  return <Details kind="course" />
}
