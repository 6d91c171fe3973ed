import type { TreeNode } from '@dxx/contract/calls/staff/studio-shapes'
import Search from 'lucide-react/icons/search'
import { useEffect, useState } from 'react'

/** Trees with more nodes than this can be searched. */
export const manyNodes = 12

/** Nodes that the tree shows: without the sections of folded parts; during a search, only matches and their parts. */
export function useShownNodes(tree: readonly TreeNode[], chosen: string) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const [keyword, setKeyword] = useState('')
  const toggle = (slug: string, isFolded: boolean) =>
    setFolded((before) => {
      const next = new Set(before)
      if (isFolded) next.add(slug)
      else next.delete(slug)
      return next
    })
  const parent = tree.find(({ slug }) => slug === chosen)?.parent ?? null
  // The open section is never hidden, for example after following a problem to it.
  useEffect(() => {
    if (parent !== null) setFolded((before) => new Set([...before].filter((slug) => slug !== parent)))
  }, [parent])
  const word = keyword.trim().toLowerCase()
  const found = new Set(tree.filter(({ title }) => title.toLowerCase().includes(word)).map(({ slug }) => slug))
  const parts = new Set(
    tree.filter(({ slug, parent: parentSlug }) => parentSlug !== null && found.has(slug)).map((node) => node.parent),
  )
  const shown = tree.filter(({ slug, parent: parentSlug }) =>
    word === '' ? parentSlug === null || !folded.has(parentSlug) : found.has(slug) || parts.has(slug),
  )
  const search = (
    <label className="mx-3 mb-1.5 flex items-center gap-1.5 rounded-cover bg-fill px-2.5 text-ink-3 focus-within:outline-2 focus-within:outline-primary">
      <Search size={14} className="shrink-0" />
      <input
        type="search"
        aria-label="找章节"
        placeholder="找章节"
        value={keyword}
        onChange={(event) => setKeyword(event.target.value)}
        className="min-h-11 w-full min-w-0 bg-transparent text-[1rem] text-ink outline-none desk:min-h-8 desk:text-13"
      />
    </label>
  )
  return { shown, search, folded, toggle }
}
