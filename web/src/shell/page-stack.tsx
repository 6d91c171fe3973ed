import { Activity } from 'react'
import { currentPage, mountedPages } from '../router/stack'
import { pageTitle } from '../router/title'
import { useView } from '../router/view'
import { PageView, type Slide } from './page-view'

/** All mounted pages: the visible one, the one sliding away, and hidden ones with their state. */
export function PageStack() {
  const { stack, leaving, direction, epoch, titles } = useView()
  const current = currentPage(stack)
  return mountedPages(stack, leaving).map((page) => {
    const active = page.key === current.key
    const left = page.key === leaving?.key && !active
    const slide: Slide = active && direction === 'forward' ? 'in' : left && direction === 'back' ? 'out' : null
    return (
      <Activity key={`${epoch} ${page.key}`} mode={active || left ? 'visible' : 'hidden'}>
        <PageView page={page} title={pageTitle(page, titles)} active={active} slide={slide} />
      </Activity>
    )
  })
}
