import { useCallback } from 'react'
import { useSearchParams } from 'wouter'

/** Query parameters of the URL by name; an absent parameter is an empty text. */
export type AddressValues<Name extends string> = Record<Name, string>

interface SetOptions {
  /** Replaces the history entry. Used while typing, where otherwise each letter would add an entry. */
  replace?: boolean
}

/**
 * State kept in the URL query, so that links can be shared and back and forward restore it. Other parameters stay.
 */
export function useUrlState<Name extends string>(names: readonly Name[]) {
  const [params, setParams] = useSearchParams()
  const values = Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])) as AddressValues<Name>
  const set = useCallback(
    (changed: Partial<AddressValues<Name>>, { replace = false }: SetOptions = {}) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before)
          for (const [name, value] of Object.entries(changed) as [Name, string][]) {
            if (value) next.set(name, value)
            else next.delete(name)
          }
          return next
        },
        { replace },
      ),
    [setParams],
  )
  return [values, set] as const
}
