import { z } from 'zod'
import { common, few, Option, OptionId } from './shared'

export const PublicOrder = z.object({ type: z.literal('order'), ...common, items: z.array(Option) })
export const OrderAnswer = z.object({ type: z.literal('order'), items: few(OptionId) })
export const OrderKey = z.object({ type: z.literal('order'), items: z.array(OptionId) })
