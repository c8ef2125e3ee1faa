/** An e-mail address, in one line where there is room for it; else it is broken behind the @. */
export const Mail = ({ of }: { of: string | null | undefined }) => {
  if (!of) return null;
  const domain = of.lastIndexOf("@") + 1;
  return (
    <span class="mail">
      {of.slice(0, domain)}
      <wbr />
      {of.slice(domain)}
    </span>
  );
};
