import { formatNumber } from '@dxx/contract/rules/format'
import { useCall } from '../../api/use-call'
import { usePagedCall } from '../../api/use-paged-call'
import { CurriculumRow } from '../../features/catalogue/curriculum-row'
import { useShowBook } from '../../features/catalogue/use-show-book'
import { logo, squareOf, useShareCard } from '../../features/share/share-card'
import { usePageTitle } from '../../router/page-context'
import { usePageQuery } from '../../router/page-query'
import { Avatar } from '../../ui/avatar'
import { buttonClass } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { PagedList } from '../../ui/paging/paged-list'
import { Prose } from '../../ui/prose'
import { ReadMore } from '../../ui/read-more'
import { SectionHead } from '../../ui/section-head'
import { Skeleton } from '../../ui/skeleton'
import { SkeletonRows } from '../../ui/skeleton-shapes'

/** `?id=`: teacher profile and courses. */
export default function TeacherPage() {
  const [{ id }] = usePageQuery()
  return id ? <Teacher key={id} id={id} /> : <MissingTeacher text="没有找到这位老师" />
}

function MissingTeacher({ text }: { text: string }) {
  return (
    <Empty text={text}>
      <a href="#/pages/index/course" className={buttonClass('line')}>
        看看全部课程
      </a>
    </Empty>
  )
}

function Teacher({ id }: { id: string }) {
  const showBook = useShowBook()
  const teacher = useCall('GET /v130/teacher_info', { id })
  const courses = usePagedCall('GET /v130/teacher_course', { id })
  usePageTitle(teacher.data?.name)
  const shown = teacher.data
  useShareCard(shown && { title: `${shown.name}老师`, summary: shown.title, image: squareOf(shown.avatar) ?? logo })
  const { data, error } = teacher
  if (error && !data) {
    if (error.decided) return <MissingTeacher text={error.msg} />
    return <Empty type="error" text={error.msg} onRetry={() => void teacher.refetch()} />
  }
  if (!data) return <Waiting />
  return (
    <div className="px-4 pb-8 tablet:pt-2">
      <div className="rounded-card bg-card p-4 desk:p-6">
        <div className="flex items-center gap-4">
          <Avatar name={data.name} src={data.avatar} size={62} />
          <div className="min-w-0">
            <p className="text-19 font-bold">{data.name}</p>
            <p className="text-13 text-ink-2">{data.title}</p>
            <p className="mt-1 text-12 text-ink-3">
              {data.courseCount} 门内容 · {formatNumber(data.learners)}人学过
            </p>
          </div>
        </div>
        {data.introHtml && (
          <div className="mt-4">
            <ReadMore>
              <Prose html={data.introHtml} className="text-14! leading-[1.8]!" />
            </ReadMore>
          </div>
        )}
      </div>
      <SectionHead title={showBook ? '课程与教材' : '课程'} />
      <PagedList
        {...courses}
        itemKey={(item) => item.id}
        renderItem={(item) => <CurriculumRow item={item} mixed />}
        listClassName="row-grid"
        empty={<Empty hint="老师还没有发布课程" />}
      />
    </div>
  )
}

/** Replaced as a whole, so that the courses do not move when the text above them is loaded. */
function Waiting() {
  return (
    <div className="px-4 pb-8 tablet:pt-2">
      <div aria-hidden="true" className="rounded-card bg-card p-4 desk:p-6">
        <div className="flex items-center gap-4">
          <Skeleton className="size-15.5 rounded-full" />
          <div className="flex-1 space-y-2">
            <Skeleton className="h-5 w-20" />
            <Skeleton className="h-4 w-48" />
            <Skeleton className="h-3 w-32" />
          </div>
        </div>
        <Skeleton className="mt-4 h-48 desk:h-24" />
      </div>
      <SkeletonRows className="row-grid pt-14" />
    </div>
  )
}
