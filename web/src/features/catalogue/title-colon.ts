/** Sign between title and subtitle: a colon, unless the title has one already. */
export const titleColon = (title: string): string => (title.includes('：') ? ' · ' : '：')
