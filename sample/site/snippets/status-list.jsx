export const StatusList = ({ statuses }) => (
  <dl className="status-list">
    {statuses.map(([name, meaning]) => (
      <div key={name}>
        <dt>
          <code>{name}</code>
        </dt>
        <dd>{meaning}</dd>
      </div>
    ))}
  </dl>
);
