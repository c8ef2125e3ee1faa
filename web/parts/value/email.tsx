/** An e-mail address that breaks after the @ if the line is too narrow. */
export const Email = ({ address }: { address: string | null | undefined }) => {
  if (!address) return null;
  const domain = address.lastIndexOf("@") + 1;
  return (
    <span class="email">
      {address.slice(0, domain)}
      <wbr />
      {address.slice(domain)}
    </span>
  );
};
