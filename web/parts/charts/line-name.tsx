const WIDTH = 28;
const HEIGHT = 12;

/** A name with a piece of its line in a chart. `style`: the line's class. */
export const LineName = ({ style, name }: { style: string; name: string }) => (
  <span class="line-name">
    <svg class={style} width={WIDTH} height={HEIGHT} aria-hidden="true">
      <path class="line" d={`M0 ${HEIGHT / 2}H${WIDTH}`} />
    </svg>
    {name}
  </span>
);
