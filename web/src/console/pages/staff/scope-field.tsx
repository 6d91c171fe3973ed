import { type ScopeKind, scopeKinds } from '@dxx/contract/staff'
import { useDeferredValue, useState } from 'react'
import { useStaffList } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { TextField } from '../../kit/fields'

export interface ChosenScope {
  id: string
  name: string
}

interface ScopeFieldProps {
  kind: Exclude<ScopeKind, 'site'>
  scope: ChosenScope | null
  onChoose(scope: ChosenScope | null): void
  error?: string
}

/** Finds a school, class, curriculum or exam by name, among those that the user may grant. */
export function ScopeField({ kind, scope, onChoose, error }: ScopeFieldProps) {
  const [keyword, setKeyword] = useState('')
  const wanted = useDeferredValue(keyword.trim())
  const list = useStaffList('GET /staff/v1/grant_scopes', { kind, keyword: wanted || undefined })
  if (scope) {
    return (
      <div className="flex items-center gap-3 rounded-cover bg-fill px-3 py-2">
        <span className="min-w-0 flex-1 truncate">
          {scopeKinds[kind]}：<b className="font-semibold">{scope.name}</b>
        </span>
        <ConsoleButton kind="quiet" size="small" onClick={() => onChoose(null)}>
          换一个
        </ConsoleButton>
      </div>
    )
  }
  return (
    <div>
      <TextField
        label={scopeKinds[kind]}
        placeholder="按名称查找"
        value={keyword}
        onChange={setKeyword}
        error={list.error?.msg ?? error}
      />
      <ul aria-label={`可选的${scopeKinds[kind]}`} className="mt-2 max-h-44 overflow-y-auto rounded-cover bg-fill">
        {list.rows.map(({ id, name }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => onChoose({ id, name })}
              className="flex min-h-11 w-full items-center px-3 text-left -outline-offset-2 hover:bg-track desk:min-h-8.5"
            >
              {name}
            </button>
          </li>
        ))}
        {list.hasMore && (
          <li>
            <ConsoleButton kind="quiet" size="small" loading={list.isLoadingMore} onClick={list.loadMore}>
              更多
            </ConsoleButton>
          </li>
        )}
      </ul>
      {!list.isPending && list.rows.length === 0 && !list.error && (
        <p role="status" className="px-3 py-2 text-12 text-ink-3">
          没有找到
        </p>
      )}
    </div>
  )
}
