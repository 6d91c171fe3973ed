import type { StaffBanner } from '@dxx/contract/calls/staff/site-content'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleSlash from 'lucide-react/icons/circle-slash'
import Clock from 'lucide-react/icons/clock'
import GalleryHorizontal from 'lucide-react/icons/gallery-horizontal'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { toast } from '../../../state/flash'
import { coverArt, gradientNamed } from '../../../ui/cover-art'
import { useStaffAction, useStaffCall } from '../../api/hooks'
import { ConsoleButton, consoleButtonClass } from '../../kit/button'
import { Confirm } from '../../kit/confirm'
import { useNewButton } from '../../kit/new-button'
import { PageHead } from '../../kit/page-head'
import { Failure, RegionState, TableSkeleton } from '../../kit/states'
import { StateTag, type Tone } from '../../kit/tag'
import { timeText } from '../../kit/time'
import { SortableList } from '../shelf/sortable-list'
import { BannerCalendar } from './banner-calendar'
import { BannerDialog } from './banner-dialog'

const looks: Record<StaffBanner['state'], { name: string; tone: Tone; Icon: typeof Clock }> = {
  planned: { name: '未开始', tone: 'blue', Icon: Clock },
  shown: { name: '正在显示', tone: 'green', Icon: CircleCheck },
  ended: { name: '已结束', tone: 'grey', Icon: CircleSlash },
}

/** Formats 4 月 28 日 14:00 至 5 月 8 日 14:00, or 一直显示. */
function periodText({ startsAt, endsAt }: StaffBanner): string {
  if (startsAt === null && endsAt === null) return '一直显示'
  return `${startsAt === null ? '现在' : timeText(startsAt)} 至 ${endsAt === null ? '一直' : timeText(endsAt)}`
}

/** Banners of the home page in their order, with dates and preview. */
export function Banners({ tabs }: { tabs: ReactNode }) {
  const { data, error, refetch } = useStaffCall('GET /staff/v1/banner_list', {})
  const [edited, setEdited] = useState<StaffBanner | 'new' | null>(null)
  const [deleted, setDeleted] = useState<StaffBanner | null>(null)
  const changes = ['GET /staff/v1/banner_list' as const]
  const order = useStaffAction('POST /staff/v1/banner_order', { changes })
  const remove = useStaffAction('POST /staff/v1/banner_delete', {
    changes,
    onDone: () => {
      setDeleted(null)
      toast('已删除')
    },
  })
  const add = useNewButton('新建轮播图', () => setEdited('new'))
  const isShown = data?.list.some(({ state }) => state === 'shown')
  return (
    <>
      <PageHead title="站点内容" facts="改动 30 秒内在首页生效；在这里改过的，之后的文件导入会保留" actions={add} />
      {tabs}
      <section aria-label="轮播图" className="min-h-0 flex-1 overflow-y-auto rounded-card bg-card py-2">
        {!data ? (
          error ? (
            <Failure error={error} noun="轮播图" onRetry={() => void refetch()} />
          ) : (
            <TableSkeleton height={84} />
          )
        ) : data.list.length === 0 ? (
          <RegionState
            tone="blue"
            icon={<GalleryHorizontal size={24} />}
            title="还没有轮播图"
            text="首页最上面的大图，可以定好开始和结束"
          >
            {add}
          </RegionState>
        ) : (
          <>
            {!isShown && <p className="px-5 py-2 text-12 text-amber">现在没有正在显示的轮播图，首页最上面是空的。</p>}
            <BannerCalendar banners={data.list} onOpen={setEdited} />
            <SortableList
              label="轮播图"
              items={data.list}
              keyOf={({ id }) => id}
              nameOf={({ title }) => title}
              picture={Thumbnail}
              onChange={(list) => void order.run({ ids: list.map(({ id }) => id) })}
            >
              {(banner) => <Row banner={banner} onEdit={() => setEdited(banner)} onDelete={() => setDeleted(banner)} />}
            </SortableList>
          </>
        )}
      </section>
      {edited && <BannerDialog banner={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      <Confirm
        open={deleted !== null}
        onClose={() => setDeleted(null)}
        title={`删除“${deleted?.title ?? ''}”？`}
        effect="首页不再显示它，不能恢复。之后的文件导入也不会把它带回来。"
        confirm="删除 1 张轮播图"
        running={remove.running}
        onConfirm={() => deleted && void remove.run({ id: deleted.id })}
      />
    </>
  )
}

interface RowProps {
  banner: StaffBanner
  onEdit(): void
  onDelete(): void
}

function Row({ banner, onEdit, onDelete }: RowProps) {
  const { name, tone, Icon } = looks[banner.state]
  return (
    <span className="block space-y-1 text-12 text-ink-2">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <StateTag tone={tone} icon={<Icon size={12} />}>
          {name}
        </StateTag>
        {periodText(banner)}
      </span>
      <span className="block break-all">{banner.link || '打开自己的页面'}</span>
      {banner.kept && <span className="block text-ink-3">在管理台改过，导入时保留</span>}
      <span className="-ml-3 flex gap-1">
        <ConsoleButton kind="quiet" size="small" onClick={onEdit}>
          修改
        </ConsoleButton>
        <Link href={`/site/banners/${banner.slug}`} className={consoleButtonClass('quiet', 'small')}>
          自己的页面
        </Link>
        <ConsoleButton kind="quiet" size="small" onClick={onDelete}>
          删除…
        </ConsoleButton>
      </span>
    </span>
  )
}

/** Background of the banner, because the banner itself does not fit into a row. */
function Thumbnail({ title, image, colour }: StaffBanner) {
  const [from, to] = gradientNamed(colour) ?? coverArt(title).gradient
  return image ? (
    <img src={image} alt="" className="mr-1 h-16 w-32 shrink-0 rounded-cover object-cover max-desk:hidden" />
  ) : (
    <span
      aria-hidden="true"
      style={{ backgroundImage: `linear-gradient(150deg, ${from}, ${to})` }}
      className="mr-1 h-16 w-32 shrink-0 rounded-cover max-desk:hidden"
    />
  )
}
