import { useState } from 'react'
import { useCall } from '../../api/use-call'
import { Empty } from '../../ui/empty'
import { SearchBox } from '../../ui/search-box'
import { Sheet } from '../../ui/sheet'
import { SkeletonText } from '../../ui/skeleton-shapes'

interface CampusSchoolsProps {
  open: boolean
  onClose(): void
  onChoose(schoolId: string): void
}

/** Number of schools from which on a search field is shown. */
const searchFrom = 8

/** Sheet that lists the schools with campus login. */
export function CampusSchools({ open, onClose, onChoose }: CampusSchoolsProps) {
  return (
    <Sheet open={open} onClose={onClose} title="选择学校" flush>
      <Schools onChoose={onChoose} />
    </Sheet>
  )
}

function Schools({ onChoose }: Pick<CampusSchoolsProps, 'onChoose'>) {
  const { data, error, refetch } = useCall('GET /v1/campus_schools', {})
  const [words, setWords] = useState('')
  if (!data) {
    if (error) return <Empty type="error" text={error.msg} onRetry={() => refetch()} />
    return (
      <div className="px-4 pt-2">
        <SkeletonText />
      </div>
    )
  }
  const found = data.filter(({ name }) => name.includes(words.trim()))
  return (
    <div className="min-h-60 pb-4">
      {data.length >= searchFrom && (
        <div className="sticky top-0 z-1 bg-card px-4 pt-1 pb-2">
          <SearchBox filled value={words} onChange={setWords} placeholder="学校名称" />
        </div>
      )}
      {found.length === 0 && <Empty text="没有找到这所学校，请用手机号登录" />}
      <ul>
        {found.map(({ id, name, province, city }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => onChoose(id)}
              className="hover-row flex min-h-13 w-full items-center gap-3 px-4 py-1.5 text-left -outline-offset-2 active:bg-fill"
            >
              <span className="min-w-0 flex-1">
                <span className="block text-15">{name}</span>
                <span className="block text-12 text-ink-3">
                  {city && city !== province ? `${province} · ${city}` : province}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <p className="px-4 pt-2 text-12 text-ink-3">接下来在学校的统一身份认证页登录，密码只交给学校，多享学看不到。</p>
    </div>
  )
}
