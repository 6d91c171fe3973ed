import { Details } from '../../features/details/details'

export default function CourseDetailsPage() {
  return <Details kind="course" />
}
