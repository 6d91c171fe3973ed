import type { CurriculumKind } from '@dxx/contract/shapes'
import { useDeferredValue, useState } from 'react'
import { useStaffCall } from '../api/hooks'
import { TextField } from './fields'

/** Pages that messages and banners lead to most. */
const pages = [
  { title: '首页', link: 'pages/index/index' },
  { title: '书城', link: 'pages/books/index' },
  { title: '我的优惠券', link: 'pages/my/coupons' },
  { title: '兑换中心', link: 'pages/exchange/index' },
  { title: '考试', link: 'pages/exam/index' },
  { title: '题库', link: 'pages/bank/index' },
  { title: '我的班级', link: 'pages/study/class' },
  { title: '作业', link: 'pages/study/assignments' },
  { title: '学生认证', link: 'pages/my/auth' },
  { title: '帮助与客服', link: 'pages/help/index' },
  { title: '下载 App', link: 'pages/download/index' },
]

const details: Record<CurriculumKind, string> = {
  course: 'pages/course/details',
  ebook: 'pages/books/details',
  textbook: 'pages/digital-textbooks/details',
  bank: 'pages/bank/details',
}

/** Whether a text is a page of the student app, or empty. */
export const isAppLink = (link: string) => /^(pages\/[\w\-/]+(\?[^\s#]*)?)?$/.test(link.trim())

interface LinkFieldProps {
  label: string
  value: string
  hint?: string
  error?: string
  onChange(link: string): void
}

/** Field for a page of the student app: found by its name or by the title of a course or book, or typed as a URL. */
export function LinkField({ label, value, hint, error, onChange }: LinkFieldProps) {
  const [isOpen, setOpen] = useState(false)
  const keyword = useDeferredValue(value.trim())
  const isName = !isAppLink(value) || value.trim() === ''
  const { data } = useStaffCall(
    'GET /staff/v1/shelf_items',
    { keyword: keyword },
    { enabled: isOpen && isName && keyword !== '' },
  )
  const items = keyword === '' ? [] : (data?.list ?? [])
  const found = [
    ...pages.filter(({ title }) => title.includes(keyword)),
    ...items.map(({ id, kind, title }) => ({ title: `《${title}》`, link: `${details[kind]}?id=${id}` })),
  ].slice(0, 8)
  const title = pages.find(({ link }) => link === value.trim())?.title
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only hears that the focus enters or leaves the field and its list
    <div
      onFocus={() => setOpen(true)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false)
      }}
    >
      <TextField
        label={label}
        placeholder="输入页面或内容的名称查找"
        maxLength={200}
        value={value}
        onChange={onChange}
        hint={title ?? hint}
        error={isAppLink(value) ? error : '从下面选一个，或写页面地址，如 pages/my/coupons'}
      />
      {isOpen && isName && found.length > 0 && (
        <ul
          aria-label="可以去的页面"
          className="mt-1 max-h-60 divide-y divide-line overflow-y-auto rounded-cover inset-ring inset-ring-line"
        >
          {found.map((one) => (
            <li key={one.link}>
              <button
                type="button"
                onClick={() => {
                  onChange(one.link)
                  setOpen(false)
                }}
                className="flex min-h-11 w-full items-center gap-2 px-3 text-left hover:bg-fill desk:min-h-9"
              >
                <span className="min-w-0 flex-1 truncate">{one.title}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
