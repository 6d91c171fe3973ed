import { useEffect, useState } from 'react'
import { useCall } from '../../api/use-call'
import { usePagedCall } from '../../api/use-paged-call'
import { Empty } from '../../ui/empty'
import { LoadMore } from '../../ui/paging/load-more'
import { SearchBox } from '../../ui/search-box'
import { Sheet } from '../../ui/sheet'
import { SkeletonText } from '../../ui/skeleton-shapes'
import { Tag } from '../../ui/tag'

/** A school that publishes on this server (`schoolId`), or one from the national list (`universityCode`). */
export interface ChosenSchool {
  schoolId?: string
  universityCode?: string
  name: string
  /** Whether a photo of the student card is needed, and whether the school has campus login. */
  needsCard?: boolean
  campusLogin?: boolean
}

interface SchoolSheetProps {
  open: boolean
  onClose(): void
  onChoose(school: ChosenSchool): void
}

export function SchoolSheet({ open, onClose, onChoose }: SchoolSheetProps) {
  return (
    <Sheet open={open} onClose={onClose} title="选择学校" flush>
      <Schools
        onChoose={(school) => {
          onChoose(school)
          onClose()
        }}
      />
    </Sheet>
  )
}

/** Debounces the typed text to limit the number of search requests. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), 250)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

function Schools({ onChoose }: { onChoose(school: ChosenSchool): void }) {
  const [words, setWords] = useState('')
  const [province, setProvince] = useState('')
  const keyword = useSettled(words.trim())
  const { data: provinces } = useCall('GET /v1/universities', { pageSize: 1 })
  const here = useCall('GET /v1/get_schools', { pageSize: 100, keyword })
  const all = usePagedCall('GET /v1/universities', { pageSize: 30, keyword, province })
  const ours = (here.data?.list ?? []).filter((school) => !province || school.province === province)
  const others = all.list.filter(({ name }) => !ours.some((school) => school.name === name))
  return (
    <div className="min-h-[80dvh]">
      <div className="sticky top-0 z-1 flex items-center gap-2 bg-card px-4 pt-1 pb-2">
        <SearchBox autoFocus filled value={words} onChange={setWords} placeholder="学校名称或拼音首字母" />
        <select
          aria-label="省份"
          value={province}
          onChange={(event) => setProvince(event.target.value)}
          className="tap min-h-9 max-w-28 rounded-full bg-fill px-3 text-14"
        >
          <option value="">全国</option>
          {provinces?.provinces.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </div>
      <ul>
        {ours.map(({ id, name, province, city, needsCard, campusLogin }) => (
          <Row
            key={id}
            name={name}
            place={regionOf(province, city)}
            here
            onClick={() => onChoose({ schoolId: id, name, needsCard, campusLogin })}
          />
        ))}
        {others.map(({ code, name, province, city }) => (
          <Row
            key={code}
            name={name}
            place={regionOf(province, city)}
            onClick={() => onChoose({ universityCode: code, name })}
          />
        ))}
      </ul>
      {ours.length + others.length > 0 ? (
        <>
          <LoadMore state={all.loadState} onLoadMore={all.loadMore} />
          {all.loadState === 'NoMore' && <Missing />}
        </>
      ) : all.firstPageFailed ? (
        <Empty type="error" text={all.error?.msg} onRetry={() => void all.refresh()} />
      ) : all.loadState === 'NoMore' ? (
        <>
          <Empty hint="没有找到这所学校，换个名称试试" />
          <Missing />
        </>
      ) : (
        <div className="px-4 pt-2">
          <SkeletonText />
        </div>
      )}
    </div>
  )
}

/** Hint for a school missing from the list: the list's date, and how to proceed. */
function Missing() {
  return (
    <p className="px-4 pb-6 text-center text-12 text-ink-3">
      名单为 2017 年公布的高等学校。学校后来更名的，请搜原来的名称；新设立的，请
      <a href="#/pages/help/cs" className="tap mx-1 rounded-item text-primary">
        联系客服
      </a>
      添加。
    </p>
  )
}

const regionOf = (province: string, city: string) => (city && city !== province ? `${province} · ${city}` : province)

function Row({ name, place, here, onClick }: { name: string; place: string; here?: boolean; onClick(): void }) {
  return (
    <li>
      <button
        type="button"
        onClick={onClick}
        className="hover-row flex min-h-13 w-full items-center gap-3 px-4 py-1.5 text-left -outline-offset-2 active:bg-fill"
      >
        <span className="min-w-0 flex-1">
          <span className="block text-15">{name}</span>
          <span className="block text-12 text-ink-3">{place}</span>
        </span>
        {here && <Tag>已入驻</Tag>}
      </button>
    </li>
  )
}
