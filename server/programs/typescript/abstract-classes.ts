abstract class Shape { constructor(protected name: string) {} abstract area(): number; describe(): string { return `${this.name}：${this.area().toFixed(2)}` } static compare(a: Shape, b: Shape): number { return a.area() - b.area() } }
class Circle extends Shape { constructor(private r: number) { super('圆') } area(): number { return Math.PI * this.r ** 2 } }
class Rect extends Shape { constructor(private w: number, private h: number) { super('矩形') } area() { return this.w * this.h } }
const shapes: Shape[] = [new Rect(2, 3), new Circle(1), new Rect(1, 1)]; console.log(shapes.sort(Shape.compare).map((s) => s.describe())); console.log(shapes)
interface Flyer { fly(): string } class Bird implements Flyer { declare kind: string; fly() { return '飞' } } console.log(new Bird().fly(), new Bird())
