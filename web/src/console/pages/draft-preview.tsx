import type { DataOf } from '@dxx/contract/call'
import type { StudentCalls } from '@dxx/contract/calls'
import { useQuery } from '@tanstack/react-query'
import Clock from 'lucide-react/icons/clock'
import { useEffect } from 'react'
import { callApi } from '../../api/client'
import type { ApiError } from '../../api/error'
import { useUrlState } from '../kit/address'
import { RegionState, TableSkeleton } from '../kit/states'
import { timeText } from '../kit/time'
import { PreviewBody } from './studio/text-preview'

const name = 'GET /v1/draft_preview'
type Draft = DataOf<StudentCalls[typeof name]>

/** A draft that was shared by a link: table of contents and one text, as students will read it. */
export function DraftPreviewPage({ token }: { token: string }) {
  const [{ node }, setAddress] = useUrlState(['node'])
  const { data, error } = useQuery<Draft, ApiError>({
    queryKey: [name, token, node],
    queryFn: ({ signal }) => callApi(name, { token, node: node || undefined }, { signal }),
    placeholderData: (before) => before,
  })
  useEffect(() => {
    document.title = data ? `${data.title}（草稿）` : '草稿预览'
  }, [data])
  if (error)
    return (
      <main className="flex min-h-dvh flex-col">
        <RegionState alert tone="amber" icon={<Clock size={24} />} title="不能预览" text={error.msg} />
      </main>
    )
  if (!data) return <TableSkeleton height={44} />
  return (
    <main className="mx-auto grid min-h-dvh max-w-300 gap-5 p-4 desk:grid-cols-[240px_minmax(0,1fr)] desk:p-6">
      <div>
        <h1 className="text-17 font-semibold">{data.title}</h1>
        <p className="mt-0.5 text-12 text-ink-3">草稿，{timeText(data.expiresAt)} 前可以看</p>
        <nav aria-label="目录" className="mt-3 max-desk:max-h-52 max-desk:overflow-y-auto">
          <ul>
            {data.tree.map((one) => (
              <li key={one.slug} className={one.isInner ? 'pl-4' : ''}>
                {one.hasText ? (
                  <button
                    type="button"
                    aria-current={data.node?.slug === one.slug ? 'page' : undefined}
                    onClick={() => setAddress({ node: one.slug })}
                    className={`min-h-11 w-full rounded-item px-2 text-left desk:min-h-8.5 ${data.node?.slug === one.slug ? 'bg-primary-soft text-primary' : 'hover:bg-fill'}`}
                  >
                    {one.title}
                  </button>
                ) : (
                  <p className="px-2 py-1.5 font-semibold">{one.title}</p>
                )}
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <article className="min-w-0 rounded-card px-5 py-6 inset-ring inset-ring-line">
        {data.node ? (
          <>
            <h2 className="mb-4 text-23 font-semibold">{data.node.title}</h2>
            <PreviewBody preview={data.node} />
          </>
        ) : (
          <p className="text-ink-3">还没有正文</p>
        )}
      </article>
    </main>
  )
}
