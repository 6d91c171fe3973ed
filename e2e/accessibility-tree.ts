import type { Page } from 'playwright-core'

export interface AccessibleNode {
  role: string
  name: string
}

/** Returns the nodes a screen reader meets on the page, in order, from the browser's accessibility tree. */
export async function accessibilityTree(page: Page): Promise<AccessibleNode[]> {
  const client = await page.context().newCDPSession(page)
  const { nodes } = await client.send('Accessibility.getFullAXTree')
  await client.detach()
  return nodes
    .filter(({ ignored }) => !ignored)
    .map(({ role, name }) => ({ role: String(role?.value ?? ''), name: String(name?.value ?? '').trim() }))
}

/** Roles that must have an accessible name. */
const named = /^(link|button|textbox|combobox|searchbox|tab|tablist|radio|checkbox|switch|image|img|dialog|region)$/

export const nameless = (nodes: AccessibleNode[]): string[] =>
  nodes.filter(({ role, name }) => named.test(role) && name === '').map(({ role }) => role)

export const headings = (nodes: AccessibleNode[]): string[] =>
  nodes.filter(({ role }) => role === 'heading').map(({ name }) => name)
